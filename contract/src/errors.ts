/**
 * All failures of the API: code, HTTP status and default text. An operation throws `AppError(code)`. Only the server's error
 * translator turns it into a response.
 */
export const errors = {
  bad_input: [400, 'Some of what was sent is not valid.'],
  bad_token: [400, 'This password reset link is invalid or has expired.'],
  restore_invalid: [400, 'This is no longer possible. Please sign in again.'],
  wrong_password: [400, 'Your current password is not right.'],
  wrong_code: [400, 'This code is not right.'],
  wrong_passkey: [400, 'This passkey could not be verified.'],
  invite_required: [400, 'This site needs an invite.'],
  invite_invalid: [400, 'This invite does not work, or not any more.'],
  self_action: [400, 'You can’t do this to yourself.'],
  unauthenticated: [401, 'Please login to access this resource.'],
  bad_signature: [400, 'This event is not signed as it should be.'],
  bad_credentials: [401, 'Incorrect email or password.'],
  second_factor_required: [401, 'Enter a code of your authenticator app.'],
  bad_challenge: [401, 'This sign-in took too long. Please start again.'],
  bad_code: [401, 'This code is not right.'],
  bad_passkey: [401, 'This passkey could not be verified.'],
  forbidden: [403, 'You don’t have permission to do this.'],
  second_factor_needed: [403, 'Set up an authenticator app to use the rights of your role.'],
  reset_required: [403, 'Choose a new password by the link that we emailed first.'],
  username_recent: [403, 'You can change your username once in 30 days.'],
  email_unverified: [403, 'Please confirm your email address first.'],
  reauth_required: [403, 'Please confirm that it is you.'],
  account_closing: [403, 'This account is closed, and will be deleted.'],
  foreign_origin: [403, 'This request came from another site.'],
  registration_closed: [403, 'This site takes no new members at the moment.'],
  awaiting_approval: [403, 'Your account is waiting for approval.'],
  address_blocked: [403, 'Your network address can’t be used to register or sign in here.'],
  mail_domain_blocked: [403, 'Addresses of this email provider can’t be used here.'],
  file_refused: [403, 'The moderators removed this file.'],
  own_decision: [403, 'Somebody else of the staff decides about this.'],
  suspended: [403, 'Your account is suspended.'],
  banned: [403, 'Your account is banned.'],
  edit_closed: [403, 'Editing window closed or no chances left.'],
  not_repostable: [403, 'Followers-only posts can only be reposted by their author.'],
  quota_full: [403, 'Your pictures and videos take all the room you have.'],
  not_offered: [403, 'Premium is not on offer here.'],
  not_found: [404, 'Not found.'],
  conflict: [409, 'This was changed elsewhere. Please try again.'],
  already_appealed: [409, 'There was an appeal against this decision before.'],
  already_sent: [409, 'This message was sent before, and deleted.'],
  draft_changed: [409, 'This draft was changed elsewhere.'],
  too_many_drafts: [409, 'You have as many drafts as possible. Delete one first.'],
  too_many_passkeys: [409, 'You have as many passkeys as possible. Remove one first.'],
  too_many_lists: [409, 'You have as many lists as possible. Delete one first.'],
  list_full: [409, 'This list is full. Take somebody off it first.'],
  too_many_feeds: [409, 'You keep as many feeds as possible. Remove one first.'],
  not_set_up: [409, 'Set up an authenticator app first.'],
  username_taken: [409, 'This username is already taken.'],
  email_taken: [409, 'This email is already registered.'],
  in_call: [409, 'A call is already in progress or incoming.'],
  no_call: [409, 'This call is over.'],
  user_offline: [409, 'This user is offline.'],
  user_busy: [409, 'This user is in another call.'],
  no_answer: [409, 'No answer.'],
  screen_taken: [409, 'Only one user can share the screen at a time.'],
  too_many_uploads: [409, 'Too many uploads wait to be posted.'],
  export_recent: [409, 'You can ask for your data once a day.'],
  already_premium: [409, 'You already have Premium.'],
  not_cancellable: [409, 'There is nothing to cancel.'],
  too_large: [413, 'What was sent is too large.'],
  unsupported_media_type: [415, 'This content type is not supported.'],
  key_reused: [422, 'This Idempotency-Key was already used with different content.'],
  call_cooldown: [429, 'Please wait before trying to call again.'],
  new_account: [429, 'New accounts can do this only a few times a day.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The site is not available right now. Please try again shortly.'],
  storage_full: [507, 'There is no room for more files right now. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

export interface FieldError {
  path: string;
  message: string;
}

/** Further fields of some failures, beside `code`. */
export interface FailureDetails {
  /** Names a sign-in that waits for a second factor. */
  challenge?: string;
  /** The ways to give the proof that is missing. */
  methods?: string[];
  /** Restores a closed account until `deletesAt`. */
  restoreToken?: string;
  deletesAt?: string;
}

/** A failure that the caller may see. People read `message`, so it never contains internal details. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  /** The seconds until a new attempt makes sense. Sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Further fields in the body of the failure, beside `code`. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: FieldError[];
      retryAfter?: number;
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(options.message ?? errors[code][1]);
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.details = options.details;
  }

  get status(): number {
    return errors[this.code][0];
  }
}
