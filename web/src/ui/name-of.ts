/** The name that people see: the full name, or the username of somebody who has none. */
export const nameOf = ({ fullName, username }: { fullName: string; username: string }): string =>
  fullName || username;
