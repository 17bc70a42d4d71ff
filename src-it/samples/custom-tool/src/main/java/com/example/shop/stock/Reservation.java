package com.example.shop.stock;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Reserved pieces of an article. */
@Entity
@Table(name = "shop_reservation")
public class Reservation {

  @Id private String id;
  private String article;
  private int pieces;

  protected Reservation() {}

  Reservation(String id, String article, int pieces) {
    this.id = id;
    this.article = article;
    this.pieces = pieces;
  }

  public String getId() {
    return id;
  }

  public String getArticle() {
    return article;
  }

  public int getPieces() {
    return pieces;
  }
}
