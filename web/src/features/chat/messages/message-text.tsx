import { textParts } from '@roost/contract/text/text-parts';
import { useMemo } from 'react';
import { PlainLink } from '../../users/plain-link.tsx';

/** The text of a message, with links. With `arePlain`, nobody can open these. */
export function MessageText({
  content,
  arePlain = false,
}: {
  content: string;
  arePlain?: boolean;
}) {
  const parts = useMemo(() => textParts(content), [content]);
  return parts.map((part, index) => {
    if (part.type === 'text') return part.text;
    if (part.type !== 'link') {
      return (
        <span key={index} className="own-direction">
          {part.text}
        </span>
      );
    }
    if (arePlain) return <PlainLink key={index} text={part.host + part.rest} />;
    return (
      <a
        key={index}
        href={part.href}
        target="_blank"
        rel="noopener nofollow ugc"
        title={part.href}
        className="rounded-xs underline underline-offset-2 hover:no-underline focus-visible:outline-current"
      >
        <bdi>
          {part.host}
          {part.rest}
        </bdi>
      </a>
    );
  });
}
