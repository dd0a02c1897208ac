/** Whether somebody has Premium: the one place that says so. All it gives follows from this, at the moment it is asked. */
export function hasPremium({ premium_until }: { premium_until: Date | null }): boolean {
  return (premium_until?.getTime() ?? 0) > Date.now();
}

export function viewPremium(user: { premium_until: Date | null }) {
  return { isActive: hasPremium(user) };
}
