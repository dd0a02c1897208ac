/** The screens and badges of the staff, in a file of their own. So the first screen of members has no list of their many files. */
export const staffScreens = {
  moderation: async () => (await import('./moderation-screen.tsx')).ModerationScreen,
  admin: async () => (await import('./admin-screen.tsx')).AdminScreen,
};

/** The badges of the staff's work that waits, for the navigation. */
export const staffBadges = {
  moderation: async () =>
    (await import('../features/moderation/queue/waiting-badge.tsx')).WaitingBadge,
  admin: async () => (await import('../features/admin/people/pending-badge.tsx')).PendingBadge,
};
