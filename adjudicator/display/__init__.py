"""Pictures as data: scenes, stories, previews and charts, which games make and the renderer draws."""
