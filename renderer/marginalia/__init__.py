"""Whatever stands around the map: title, panels, legend, scale, footer."""
