"""Shapes without rules: cells, neighbours and names, and where each lies on paper."""
