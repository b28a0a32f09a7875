"""Everything in hardware/ that can be computed: drawings, sums, lists, made from hardware/params.toml."""
