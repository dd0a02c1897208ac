import { textParts } from '@roost/contract/text/text-parts';
import { useMemo } from 'react';
import { TextLink } from '../../users/text-link.tsx';

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
    return (
      <TextLink
        key={index}
        href={part.href}
        text={part.host + part.rest}
        isPlain={arePlain}
        className={
          arePlain
            ? undefined
            : 'rounded-xs underline underline-offset-2 hover:no-underline focus-visible:outline-current'
        }
      />
    );
  });
}
