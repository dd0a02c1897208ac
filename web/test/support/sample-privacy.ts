import type { PrivacySettings } from '@roost/contract/users';

/** The settings of a new account. */
export const samplePrivacy: PrivacySettings = {
  followApproval: false,
  showOnline: true,
  sendReadReceipts: true,
  sendTyping: true,
  showFollows: true,
  relayCallsOnly: false,
  discoverable: true,
  messageRequests: true,
};
