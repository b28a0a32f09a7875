"""What commands and the captain's page decide alike about boards, without input and output, on both interpreters."""
