import { textParts } from '@roost/contract/text/text-parts';
import { useMemo } from 'react';

/** The text of a message, with links. */
export function MessageText({ content }: { content: string }) {
  const parts = useMemo(() => textParts(content), [content]);
  return parts.map((part, index) =>
    part.type === 'link' ? (
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
    ) : (
      part.text
    ),
  );
}
