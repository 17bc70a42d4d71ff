/** What the server refused, in the shape of all its refusals. */
export class ApiError extends Error {
  /**
   * @param {number} status of HTTP
   * @param {{error?: string, code?: string, field?: string, details?: unknown}} body
   * @param {number} retryAfter seconds, 0 when the server names none
   */
  constructor(status, body, retryAfter = 0) {
    super(body.error ?? `The server returned status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? '';
    this.field = body.field ?? '';
    this.details = body.details;
    this.retryAfter = retryAfter;
  }
}

/** The native API of the server that the page comes from. The token is kept here and nowhere else. */
export class Api {
  #base;
  #fetch;
  #token = '';
  #asking = null;

  /**
   * @param {string} base the address of the API, with a slash at its end
   * @param {(refused: ApiError) => Promise<string>} askToken asks the user when the server wants a token
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

  /** The answer's JSON; null when it has none. */
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
   * The answer as it is, once its status is a good one.
   *
   * @param {{headers?: Record<string, string>, signal?: AbortSignal}} [more]
   * @throws {ApiError} for every other status
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

  /** Requests that are refused at the same time ask once. */
  async #newToken(refused) {
    this.#asking ??= this.askToken(refused).finally(() => {
      this.#asking = null;
    });
    this.#token = await this.#asking;
  }
}

async function errorOf(response) {
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  try {
    return new ApiError(response.status, await response.json(), retryAfter);
  } catch {
    return new ApiError(response.status, {}, retryAfter);
  }
}

/** An id as part of a path. */
export const part = encodeURIComponent;
