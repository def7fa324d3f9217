"""Plain values in, PDF bytes out. The only room that imports ReportLab; no Django."""
