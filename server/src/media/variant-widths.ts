/** The widths of picture variants in pixels. No variant is wider than the picture. */
export const VARIANT_WIDTHS = [320, 640, 1_280, 2_048] as const;
