import type { Role } from '@roost/contract/users';

/** The rule for an action: the role that it needs, and the people whom it may concern. */
export interface Rule {
  /** The least role of the person who acts. */
  by: Role;
  /**
   * The people whom it may concern. Absent: only the person who acts, or nobody.
   * - `below`: moderators act on members. Admins act on everybody except themselves.
   */
  on?: 'below';
  /** Whether the session needs a recent proof of who acts (`REAUTH_MINUTES`). */
  needsProof?: true;
  /** Whether it can take away an admin. It locks all admins before it holds roles, so two admins cannot remove each other at once. */
  canRemoveAdmin?: true;
}

/**
 * The one table of who may do what to whom. `authorize` checks it inside the transaction of the action.
 */
export const policy = {
  resendVerification: { by: 'member' },
  changeEmail: { by: 'member', needsProof: true },
  changeUsername: { by: 'member', needsProof: true },
  changeSecondFactor: { by: 'member', needsProof: true },
  report: { by: 'member' },
  assignCase: { by: 'moderator' },
  decideCase: { by: 'moderator', on: 'below' },
  suspendUser: { by: 'moderator', on: 'below', canRemoveAdmin: true },
  banUser: { by: 'moderator', on: 'below', needsProof: true, canRemoveAdmin: true },
  restoreUser: { by: 'moderator', on: 'below' },
  createAppeal: { by: 'member' },
  decideAppeal: { by: 'moderator', on: 'below' },
  addNote: { by: 'moderator', on: 'below' },
  endSessions: { by: 'moderator', on: 'below' },
  closeAccount: { by: 'member', needsProof: true, canRemoveAdmin: true },
  exportData: { by: 'member', needsProof: true },
  setRole: { by: 'admin', on: 'below', needsProof: true, canRemoveAdmin: true },
  changeProfile: { by: 'member' },
  changePrivacy: { by: 'member' },
  follow: { by: 'member' },
  answerFollowRequest: { by: 'member' },
  removeFollower: { by: 'member' },
  mute: { by: 'member' },
  keepNote: { by: 'member' },
  changeOwnFeeds: { by: 'member' },
  pin: { by: 'member' },
  setMarker: { by: 'member' },
  changePush: { by: 'member' },
  approvePerson: { by: 'admin', on: 'below', needsProof: true },
  refusePerson: { by: 'admin', on: 'below', needsProof: true },
  forceReset: { by: 'admin', on: 'below', needsProof: true },
  makeInvite: { by: 'admin', needsProof: true },
  deleteInvite: { by: 'admin', needsProof: true },
  changeSite: { by: 'admin', needsProof: true },
  changeBlocks: { by: 'admin', needsProof: true },
  hideTrends: { by: 'admin', needsProof: true },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof policy;
