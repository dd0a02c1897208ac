/*
 * Every path of the app and of the pages that the server makes. `pages.ts` says what each path of the app shows.
 * Other files take paths from here, so a path changes in these two files only. This file imports nothing.
 */

const home = '/home';
const profiles = `${home}/profile/`;
const posts = `${home}/post/`;
const search = `${home}/search`;
const lists = `${home}/lists`;
const messages = `${home}/message`;
const reports = `${home}/reports`;
const settings = `${home}/settings`;
const admin = '/admin';
const moderation = '/moderation';
const welcome = '/welcome';
/** The query parameter of a chat's address. */
const chatWith = 'with';

export const paths = {
  home,
  search,
  /** Search results for a text. */
  searchFor: (text: string) => `${search}?${new URLSearchParams({ q: text })}`,
  searchPeople: `${search}?tab=people`,
  notifications: `${home}/noti`,
  messages,
  /** The page of the chat with a person, on screens without a right column. */
  chat: (userId: string) => `${messages}?${chatWith}=${encodeURIComponent(userId)}`,
  bookmarks: `${home}/bookmarks`,
  drafts: `${home}/drafts`,
  premium: '/premium',
  profile: (username: string) => profiles + encodeURIComponent(username),
  followers: (username: string) => `${profiles}${encodeURIComponent(username)}/followers`,
  following: (username: string) => `${profiles}${encodeURIComponent(username)}/following`,
  /** Every profile's path begins with this. */
  profiles,
  post: (postId: string) => posts + postId,
  likes: (postId: string) => `${posts}${postId}/likes`,
  reposts: (postId: string) => `${posts}${postId}/reposts`,
  blockedUsers: `${home}/blocked-users`,
  mutedUsers: `${home}/muted-users`,
  mutedWords: `${home}/muted-words`,
  lists,
  list: (listId: string) => `${lists}/${listId}`,
  followRequests: `${home}/follow-requests`,
  /** The viewer's reports, and the decisions about the viewer. */
  reports,
  decisions: `${reports}?tab=decisions`,
  settings,
  settingsSection: (section: string) => `${settings}/${section}`,
  admin,
  adminSection: (section: string) => `${admin}/${section}`,
  moderation,
  moderationPart: (part: string) => `${moderation}/${part}`,
  moderationCase: (caseId: string) => `${moderation}/cases/${caseId}`,
  moderationPerson: (userId: string) => `${moderation}/people/${userId}`,
  /** The steps after the first sign-in. */
  welcome: (step?: string) => (step ? `${welcome}?step=${step}` : welcome),
  login: '/login',
  register: '/register',
  resetPassword: (token: string) => `/reset-password/${token}`,
  verifyEmail: (token: string) => `/verify-email/${token}`,
  restore: '/restore',
  appeal: '/appeal',
  undo: (token: string) => `/undo/${token}`,
};

/** Pages that the server makes. A link to them loads the whole document. */
export const serverPages = {
  privacy: '/privacy/',
  terms: '/terms-and-conditions/',
  refunds: '/cancellation-and-refunds/',
  shipping: '/shipping/',
  contact: '/contact-us/',
  sandboxClock: '/sandbox/clock',
};

const firstPart = (path: string) => path.toLowerCase().split('/')[1];
const appParts = new Set(
  Object.values(paths).map((path) => firstPart(typeof path === 'string' ? path : path(''))),
);

/** Whether the app, and not the server, shows what is at this path. The first page of the app has the path `/`. */
export function isAppPath(path: string): boolean {
  return path === '/' || appParts.has(firstPart(path));
}

/** The username in the path of a profile. Undefined for other paths. */
export function usernameIn(path: string): string | undefined {
  const rest = path.startsWith(profiles) ? path.slice(profiles.length) : '';
  if (!rest || rest.includes('/')) return undefined;
  try {
    return decodeURIComponent(rest);
  } catch {
    return undefined;
  }
}

/** The id of the person whose chat is at this address. Undefined for other addresses. */
export function chatPersonIn({ pathname, search: query }: { pathname: string; search: string }) {
  return (pathname === messages && new URLSearchParams(query).get(chatWith)) || undefined;
}

/** The post's id in the path of a post. Undefined for other paths. */
export function postIdIn(path: string): string | undefined {
  if (!path.startsWith(posts)) return undefined;
  return /^([^/]+)\/?$/.exec(path.slice(posts.length))?.[1];
}
