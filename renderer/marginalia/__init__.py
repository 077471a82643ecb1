"""The marginalia around the map: title, panels, legend, scale, footer."""
