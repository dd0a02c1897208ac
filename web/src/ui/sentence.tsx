import { createElement, Fragment, type ReactNode } from 'react';

/** Shows a message that has places for elements. `<name/>` in the message is the place of `name`. */
export function Sentence({ parts }: { parts: unknown[] }) {
  return createElement(Fragment, null, ...(parts.flat(Infinity) as ReactNode[]));
}
