import { clsx } from 'clsx';
import { site } from '../../lib/site.ts';
import { Logo } from './logo.tsx';

/** The logo of the site, or the bird. */
export function SiteLogo({ className }: { className?: string }) {
  if (site.logo === null) return <Logo {...(className && { className })} />;
  return <img src={site.logo} alt="" className={clsx('object-contain', className)} />;
}
