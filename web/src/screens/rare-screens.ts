/** Screens that people seldom open, in a file of their own. So the first screen has no list of their many files. */
export const rareScreens = {
  bookmarks: async () => (await import('./bookmarks-screen.tsx')).BookmarksScreen,
  settings: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  premium: async () => (await import('./premium-screen.tsx')).PremiumScreen,
  blockedUsers: async () => (await import('./blocked-users-screen.tsx')).BlockedUsersScreen,
  mutedUsers: async () => (await import('./muted-users-screen.tsx')).MutedUsersScreen,
  mutedWords: async () => (await import('./muted-words-screen.tsx')).MutedWordsScreen,
  followRequests: async () => (await import('./follow-requests-screen.tsx')).FollowRequestsScreen,
  reports: async () => (await import('./reports-screen.tsx')).ReportsScreen,
  resetPassword: async () => (await import('./reset-password-screen.tsx')).ResetPasswordScreen,
  verifyEmail: async () => (await import('./verify-email-screen.tsx')).VerifyEmailScreen,
  restore: async () => (await import('./restore-screen.tsx')).RestoreScreen,
  undo: async () => (await import('./undo-screen.tsx')).UndoScreen,
  appeal: async () => (await import('./appeal-screen.tsx')).AppealScreen,
};
