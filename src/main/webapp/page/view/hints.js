import { ApiError } from '../api/api.js';

/** What to do about a refusal, by its code; docs say more. */
const BY_CODE = {
  thread_busy: 'Another run keeps this conversation. Wait for it, or stop it.',
  thread_not_found: 'It was deleted, or belongs to someone else. Begin a new conversation.',
  thread_full: 'This conversation has reached its limit. Begin a new one.',
  message_too_large: 'Shorten the message, or send less with it.',
  media_too_large: 'Choose a smaller file.',
  body_too_large: 'Choose a smaller file.',
  unsupported_media_type: 'The server does not take files of this type. Choose another one.',
  too_many_submits: 'You have asked often in a short time. Try again in a minute.',
  too_many_uploads: 'You have sent many files in a short time. Try again in a minute.',
  too_many_streams: 'Too many pages read at the same time. Close some of them, then reload.',
  inbox_full: 'Decide what waits first.',
  not_an_approver: 'Another person must decide this.',
  suspension_closed: 'It was decided already. Reload the page to see how.',
  suspension_expired: 'Its time was over. Ask again.',
  other_arguments: 'The call has changed since. Reload the page and look at it again.',
  unknown_host: 'Open the page under a name that the server is configured for.',
};

const BY_STATUS = {
  403: 'You may not do this here. Another token may help.',
  413: 'What was sent is too large.',
  503: 'The server is busy or restarts. Try again in a moment.',
};

/**
 * What went wrong, in words for a person.
 *
 * @returns {{message: string, code: string, hint: string}}
 */
export function explained(error) {
  if (error instanceof ApiError) {
    return { message: error.message, code: error.code || String(error.status), hint: BY_CODE[error.code] ?? BY_STATUS[error.status] ?? '' };
  }
  if (error instanceof TypeError) {
    return { message: 'The server cannot be reached.', code: '', hint: 'Look at the network, then try again. What was begun goes on there.' };
  }
  return { message: String(error?.message ?? error), code: '', hint: '' };
}
