/** Carries messages to all current subscribers, the sender included: at most once, and in the sender's order. */
export interface Transport {
  /** Never throws. An outage loses the message. */
  publish(channel: string, message: string): void;
  /** Resolves when messages arrive. Never rejects. The subscription survives an outage. */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Reports that some subscriptions were restored. Messages from the time between are lost. */
  onResubscribed?(listener: () => void): void;
}
