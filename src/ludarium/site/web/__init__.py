"""What the pages of all subjects share: requests and answers, templates, pictures and files."""
