"""Keys that act while another program is in front, as each system lets them."""
