/**
 * Animates the heart of a new like once, with a ring around it. The press calls this, so it never plays for earlier
 * likes.
 */
export function animateHeart(heart: SVGSVGElement | null): void {
  if (!heart || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  heart.animate(
    [
      { transform: 'scale(0.7)', filter: 'drop-shadow(0 0 0 transparent)' },
      { transform: 'scale(1.25)', filter: 'drop-shadow(0 0 5px currentColor)', offset: 0.45 },
      { transform: 'scale(1)', filter: 'drop-shadow(0 0 0 transparent)' },
    ],
    { duration: 180, easing: 'ease-out' },
  );
}
