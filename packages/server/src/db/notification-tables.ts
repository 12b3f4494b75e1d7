// The tables of notifications as TypeScript sees them; the migrations are the truth.
import type { ChannelType, NotificationType } from '@attune/contract';
import type { Generated } from 'kysely';

export interface NotificationTables {
  notification_channel: {
    site_id: number;
    id: Generated<number>;
    name: string;
    type: ChannelType;
    events: NotificationType[];
    is_on: boolean;
    is_gone: Generated<boolean>;
    sealed_target: Buffer;
    sealed_secret: Buffer | null;
    sealed_old_secret: Buffer | null;
    old_secret_until: Date | null;
    created_at: Date;
  };
  delivery: {
    site_id: number;
    id: Generated<string>;
    channel_id: number | null;
    message_id: string;
    type: string;
    /** JSON text. */
    message: string;
    created_at: Date;
    state: 'waiting' | 'sent' | 'failed';
    attempts: number;
    last_at: Date | null;
    next_at: Date | null;
    held_until: Date | null;
    answer_code: number | null;
    detail: Generated<string>;
    sealed_mail: Buffer | null;
    recipient: Generated<string>;
    good_until: Date | null;
  };
  notified: { site_id: number; type: NotificationType; occasion: string; at: Date };
}
