"""The one small door to language and embedding models; nothing is loaded, and no socket opened, before a call."""
