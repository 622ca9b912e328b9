import type { Settings } from './settings.ts';

const megabyte = 1024 ** 2;

/** The defaults of the settings. */
export const defaultSettings: Settings = {
  desk_name: 'Stardesk',
  default_mailbox_id: null,
  outbound_paused: false,
  invitation_days: 7,
  password_sign_in: true,
  second_factor: 'off',
  limits: {
    max_file_bytes: 25 * megabyte,
    max_message_bytes: 25 * megabyte,
    max_message_files: 50,
    unattached_bytes: 200 * megabyte,
    storage_bytes: null,
  },
  retention: {
    raw_mail_days: 90,
    raw_delivery_days: 90,
    unattached_file_days: 30,
    audit_days: 730,
    notification_days: 90,
  },
};

/** Administrators are warned when the desk uses this share of its storage limit. */
export const storageWarningShare = 0.8;
