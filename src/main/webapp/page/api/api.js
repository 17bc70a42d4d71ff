/** An error response of the server; all have the same format. */
export class ApiError extends Error {
  /**
   * @param {number} status HTTP status
   * @param {{error?: string, code?: string, field?: string, details?: unknown}} body
   * @param {number} retryAfter seconds; 0 when the response has no Retry-After
   * @param {string} login where a gateway logs users in; empty if nowhere
   */
  constructor(status, body, retryAfter = 0, login = '') {
    super(body.error ?? `The server returned status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? '';
    this.field = body.field ?? '';
    this.details = body.details;
    this.retryAfter = retryAfter;
    this.login = login;
  }
}

/** Client of the server's native API. Stores the token in memory only. */
export class Api {
  #base;
  #fetch;
  #token = '';
  #asking = null;

  /**
   * @param {string} base base URL of the API, with a trailing slash
   * @param {(refused: ApiError) => Promise<string>} askToken asks the user for a token after a 401
   * @param {typeof fetch} [fetcher]
   */
  constructor(base, askToken, fetcher = (...all) => fetch(...all)) {
    this.#base = base;
    this.askToken = askToken;
    this.#fetch = fetcher;
  }

  get hasToken() {
    return this.#token !== '';
  }

  forgetToken() {
    this.#token = '';
  }

  /** Sends a request and returns the response's JSON; null for 204. */
  async json(method, path, body, more = {}) {
    const response = await this.open(method, path, body, more);
    return response.status === 204 ? null : response.json();
  }

  get(path, more) {
    return this.json('GET', path, undefined, more);
  }

  post(path, body, more) {
    return this.json('POST', path, body, more);
  }

  /**
   * Sends a request and returns the response. After a 401 it asks for a token and retries.
   *
   * @param {{headers?: Record<string, string>, signal?: AbortSignal}} [more]
   * @throws {ApiError} for any other status outside 2xx
   */
  async open(method, path, body, { headers = {}, signal } = {}) {
    for (;;) {
      const used = this.#token;
      const response = await this.#fetch(this.#base + path, {
        method,
        signal,
        headers: this.#headers(headers, body),
        body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      });
      if (response.ok) {
        return response;
      }
      const refused = await errorOf(response);
      if (refused.status !== 401) {
        throw refused;
      }
      if (used === this.#token) {
        await this.#newToken(refused);
      }
    }
  }

  #headers(own, body) {
    const headers = { Accept: 'application/json', ...own };
    if (body !== undefined && !(body instanceof Blob)) {
      headers['Content-Type'] = 'application/json';
    }
    if (this.#token) {
      headers.Authorization = `Bearer ${this.#token}`;
    }
    return headers;
  }

  /** Asks for a token; concurrent requests share one prompt. */
  async #newToken(refused) {
    this.#asking ??= this.askToken(refused).finally(() => {
      this.#asking = null;
    });
    this.#token = await this.#asking;
  }
}

async function errorOf(response) {
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  const login = loginOf(response.headers.get('Link') ?? '');
  try {
    return new ApiError(response.status, await response.json(), retryAfter, login);
  } catch {
    return new ApiError(response.status, {}, retryAfter, login);
  }
}

/** The address that a header Link names as the login; only HTTP addresses, since the page shows it as a link. */
function loginOf(link) {
  const [, address = ''] = /<(https?:[^>]*)>\s*;\s*rel="?login\b/i.exec(link) ?? [];
  return address;
}

/** Encodes an id as a path segment. */
export const part = encodeURIComponent;
