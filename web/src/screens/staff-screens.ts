// The screens of the staff in a file of their own, so that the first screen of members has no list of their many files.

export const loadModerationScreen = async () =>
  (await import('./moderation-screen.tsx')).ModerationScreen;
export const loadAdminScreen = async () => (await import('./admin-screen.tsx')).AdminScreen;
