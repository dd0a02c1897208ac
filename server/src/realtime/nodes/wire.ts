/** Carries messages between nodes: each to whoever is subscribed then, the sender too, at most once, in the sender's order. */
export interface Wire {
  /** Lost where the wire is cut; never throws. */
  publish(channel: string, message: string): void;
  /** Resolves when messages come; stays subscribed through any break. Never rejects. */
  subscribe(channel: string, hear: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Hears that some subscriptions were made anew: what was published to them meanwhile did not come. */
  onMended?(listener: () => void): void;
}
