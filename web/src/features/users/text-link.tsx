import * as words from '#words/users';
import { Link } from '../../lib/router/link.tsx';
import { addressOf } from '../../lib/router/location.ts';
import { isAppPath } from '../../paths.ts';

interface TextLinkProps {
  href: string;
  /** The address as people read it. */
  text: string;
  /** Shows only text, with the reason. The person who wrote the link may not make others open it yet. */
  isPlain?: boolean;
  dir?: 'ltr';
  className?: string | undefined;
}

/** A link that somebody wrote into a text. A page of this app opens here, and any other address in a new tab. */
export function TextLink({ href, text, isPlain = false, dir, className }: TextLinkProps) {
  const look = { dir, className };
  const address = <bdi>{text}</bdi>;
  if (isPlain) {
    return (
      <span {...look} title={words.newAccountLinks}>
        {address}
        <span className="sr-only"> ({words.newAccountLinks})</span>
      </span>
    );
  }
  const url = new URL(href);
  if (url.origin === location.origin && isAppPath(url.pathname)) {
    return (
      <Link {...look} to={addressOf(url)} title={href}>
        {address}
      </Link>
    );
  }
  return (
    <a {...look} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" title={href}>
      {address}
    </a>
  );
}
