import './view/awaken-chat.js';
