"""How matches begin: new ones, challenges, rematches."""
