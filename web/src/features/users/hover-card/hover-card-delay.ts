/** A card opens after the mouse has rested for this long. */
export const HOVER_CARD_AFTER_MS = 1_000;
/** A card closes this long after the mouse has left. */
export const HOVER_CARD_LINGERS_MS = 300;
