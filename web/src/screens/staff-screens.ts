/** The screens of the staff, in a file of their own. So the first screen of members has no list of their many files. */
export const staffScreens = {
  moderation: async () => (await import('./moderation-screen.tsx')).ModerationScreen,
  admin: async () => (await import('./admin-screen.tsx')).AdminScreen,
};
