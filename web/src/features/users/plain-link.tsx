import * as words from '#words/users';

/** The address of a link that the person who wrote it may not make others open yet, as text with the reason. */
export function PlainLink({ text }: { text: string }) {
  return (
    <span title={words.newAccountLinks}>
      <bdi>{text}</bdi>
      <span className="sr-only"> ({words.newAccountLinks})</span>
    </span>
  );
}
