/** A like swells once, with a ring around it. Called by the press itself, so it never plays for a like of before. */
export function burst(heart: SVGSVGElement | null): void {
  if (!heart || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  heart.animate(
    [
      { transform: 'scale(0.7)', filter: 'drop-shadow(0 0 0 transparent)' },
      { transform: 'scale(1.25)', filter: 'drop-shadow(0 0 5px currentColor)', offset: 0.45 },
      { transform: 'scale(1)', filter: 'drop-shadow(0 0 0 transparent)' },
    ],
    { duration: 320, easing: 'ease-out' },
  );
}
