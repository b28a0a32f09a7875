"""Part numbers of the parts list: what each says by its maker's ordering code, and whether it does in its place."""
