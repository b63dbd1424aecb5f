"""Pictures as data, printed as text and drawn as SVG."""
