/** Names of routes and roles, and names that people would take for the operator. */
const reserved = new Set(
  `admin administrator api auth bookmarks blocked_users call calls contact everyone explore feed followers following
  help home live login logout me media message messages metrics mod moderator no_one noti notification notifications
  null official owner post posts premium privacy profile ready register reset_password roost root search security
  sessions settings shipping socket staff support system team terms trending unavailable undefined user users webrtc`.split(
    /\s+/,
  ),
);

export function isReserved(username: string): boolean {
  return reserved.has(username.toLowerCase());
}
