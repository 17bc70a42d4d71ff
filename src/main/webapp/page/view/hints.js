import { ApiError } from '../api/api.js';

/** What the user can do about an error, by its code. */
const BY_CODE = {
  thread_busy: 'Another run is active in this conversation. Wait for it, or stop it.',
  thread_not_found: 'It was deleted, or it belongs to someone else. Start a new conversation.',
  thread_full: 'This conversation has reached its limit. Start a new one.',
  message_too_large: 'Shorten the message, or attach less.',
  media_too_large: 'Choose a smaller file.',
  body_too_large: 'Choose a smaller file.',
  unsupported_media_type: 'The server does not accept files of this type. Choose another one.',
  too_many_submits: 'You have sent too many messages in a short time. Try again in a minute.',
  too_many_uploads: 'You have uploaded too many files in a short time. Try again in a minute.',
  too_many_streams: 'Too many pages are connected at the same time. Close some of them, then reload.',
  inbox_full: 'Decide the open requests first.',
  not_an_approver: 'Another person must decide this.',
  suspension_closed: 'This was already decided. Reload the page to see the decision.',
  suspension_expired: 'The request has expired. Ask the agent again.',
  invalid_token: 'The link is incomplete or no longer valid. Ask for another one.',
  other_arguments: 'The tool call has changed. Reload the page and review it again.',
  unknown_host: 'Open the page at a host name that the server is configured for.',
};

const BY_STATUS = {
  403: 'You do not have permission to do this. Try another token.',
  413: 'The request is too large.',
  503: 'The server is busy or restarting. Try again in a moment.',
};

/**
 * Describes an error to the user.
 *
 * @returns {{message: string, code: string, hint: string}}
 */
export function explained(error) {
  if (error instanceof ApiError) {
    return { message: error.message, code: error.code || String(error.status), hint: BY_CODE[error.code] ?? BY_STATUS[error.status] ?? '' };
  }
  if (error instanceof TypeError) {
    return { message: 'The server cannot be reached.', code: '', hint: 'Check your network connection, then try again. Runs that have started continue on the server.' };
  }
  return { message: String(error?.message ?? error), code: '', hint: '' };
}
