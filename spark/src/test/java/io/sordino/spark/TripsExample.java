package io.sordino.spark;

import io.sordino.account.Accountant;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;
import io.sordino.table.PrivateQuery;
import io.sordino.table.plan.QueryPlan;
import io.sordino.theorem.catalogue.Theorems;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A notebook's cells, one after the other: rows, a question, its price, its answer. */
public final class TripsExample {
    private TripsExample() {}

    /** On two threads of this machine. */
    public static void main(String[] args) {
        SparkSession spark =
                SparkSession.builder().master("local[2]").appName("trips").getOrCreate();
        answer(spark).show();
        spark.stop();
    }

    static Dataset<Row> answer(SparkSession spark) {
        // 20,000 trips of 2,000 riders in three cities
        Dataset<Row> rows = spark.range(20_000)
                .selectExpr(
                        "id % 2000 AS rider",
                        "element_at(array('Bonn', 'Rom', 'Ulm'), CAST(id % 3 AS INT) + 1) AS city",
                        "CAST(id % 50 AS DOUBLE) AS fare");
        SparkTable trips = SordinoSpark.on(rows);

        // the question: all trips of a rider are protected together, and half of the riders are in the sample
        PrivateQuery query = trips.query()
                .unit("rider")
                .epsilon(1)
                .delta(1e-6)
                .sample(0.5)
                .maxGroups(3)
                .keys("city", "Bonn", "Rom", "Ulm")
                .groupBy("city")
                .count()
                .as("trips")
                .average("fare", 0, 50)
                .as("fare")
                .build();

        // what it costs, before anything is read
        QueryPlan plan = query.plan(new Accountant(Theorems.ALL));
        System.out.println(Plans.print(plan.plan()) + " costs at most epsilon "
                + plan.guarantee().epsilon().upper());

        // the answer, which is drawn anew each time: pay for each
        return trips.run(query, plan, RandomSource.secure()).frame();
    }
}
