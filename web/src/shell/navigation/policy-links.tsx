import * as words from '#words/shell';
import { serverPages } from '../../paths.ts';

const policies = [
  [serverPages.privacy, words.privacy],
  [serverPages.terms, words.terms],
  [serverPages.refunds, words.refunds],
  [serverPages.shipping, words.shipping],
  [serverPages.contact, words.contact],
] as const;

/** Links to the public pages outside the app. They load the whole document. */
export function PolicyLinks({ className }: { className?: string }) {
  return (
    <ul className={className}>
      {policies.map(([href, label]) => (
        <li key={href}>
          <a
            href={href}
            className="inline-flex items-center py-0.5 hover:underline pointer-coarse:min-h-touch"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
