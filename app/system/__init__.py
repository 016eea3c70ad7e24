"""Parts of the operating system that this process uses; imports none of our packages."""
