"""Pictures as data, rendered as text, SVG and replays."""
