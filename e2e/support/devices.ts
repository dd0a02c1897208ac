export const desktop = { viewport: { width: 1280, height: 900 } };
/** For journeys about movement, and videos that play by themselves. Other members prefer reduced motion (`newMember`). */
export const withMotion = { reducedMotion: 'no-preference' } as const;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
