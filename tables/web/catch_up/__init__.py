"""After the dark: what happened meanwhile, typed from paper."""
