/** Dispatched on `window` when the viewer is signed out, whatever the reason. */
export const LOGOUT_EVENT = 'roost:logout';

/** Dispatched before it when they chose to, here or in another tab: nothing of theirs may stay in this one. */
export const LEFT_EVENT = 'roost:left';

/** Session storage under this prefix holds what was being written, and outlives a session that merely ended. */
export const DRAFT_PREFIX = 'roost:draft:';
