"""What the site is made of beside docs/: pages of data, links, pictures. None of it needs MkDocs."""
