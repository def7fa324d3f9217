"""The registration desk: one search field, a panel that sells, the card that came out last."""
