/** A person's handle. It reads from left to right in each language, so the `@` stays in front. */
export function Handle({ username }: { username: string }) {
  return <bdi dir="ltr">@{username}</bdi>;
}
