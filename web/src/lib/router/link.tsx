import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { addressOf, currentLocation, pathOf } from './location.ts';
import { navigate, useLocation, type NavigateOptions } from './router.tsx';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> &
  NavigateOptions & { to: string };

/** A link within the app. Like any link, it can open another tab. A link to the shown page adds no history entry. */
export function Link(props: LinkProps) {
  const { to, replace, state, mask, preventScrollReset, isReturn, onClick, ...rest } = props;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const isShown = addressOf(pathOf(to)) === addressOf(currentLocation());
    navigate(to, { replace: replace ?? isShown, state, mask, preventScrollReset, isReturn });
  };
  return <a {...rest} href={mask ?? to} onClick={follow} />;
}

interface NavLinkProps {
  to: string;
  title?: string;
  /** It is also current on the pages below its path. */
  hasPagesBelow?: boolean;
  className: string;
  children: (isActive: boolean) => ReactNode;
}

/** A link of the navigation. It shows and tells whether its page is the current one, and leads to where the person left the page. */
export function NavLink({ to, hasPagesBelow = false, children, ...rest }: NavLinkProps) {
  const shown = useLocation().pathname.toLowerCase();
  const own = pathOf(to).pathname.toLowerCase();
  const isActive = shown === own || (hasPagesBelow && shown.startsWith(`${own}/`));
  return (
    <Link {...rest} to={to} isReturn aria-current={isActive ? 'page' : undefined}>
      {children(isActive)}
    </Link>
  );
}
